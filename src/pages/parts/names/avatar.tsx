import { useSite } from '../../layout/site.js';
import { plainText } from './texts.js';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

interface AvatarProps {
  name: string;
  image: string | null;
  large?: boolean;
}

/** The image of a streamer, or the first letter of the name. Small, it renders nothing on a site without images. */
export function Avatar({ name, image, large = false }: AvatarProps) {
  const { images } = useSite();
  if (!images && !large) return null;
  const size = large ? 52 : 24;
  const shape = large ? 'avatar large' : 'avatar';
  if (images && image?.startsWith('https://')) {
    return <img class={shape} src={image} alt="" width={size} height={size} loading="lazy" decoding="async" />;
  }
  const [first] = graphemes.segment(plainText(name));
  return (
    <span class={shape} aria-hidden="true">
      {first?.segment.toLocaleUpperCase('en') ?? '?'}
    </span>
  );
}
