import { useSite } from '../layout/site.js';
import { plainText } from './texts.js';

const colours = 8;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

interface AvatarProps {
  /** Determines the color, so that a streamer has the same color on all pages. */
  id: string;
  name: string;
  image: string | null;
  large?: boolean;
}

/** The image of a streamer, or the first letter of the name on a colored background. */
export function Avatar({ id, name, image, large = false }: AvatarProps) {
  const { images } = useSite();
  const size = large ? 56 : 24;
  const shape = large ? 'avatar large' : 'avatar';
  if (images && image?.startsWith('https://')) {
    return <img class={shape} src={image} alt="" width={size} height={size} loading="lazy" decoding="async" />;
  }
  const [first] = graphemes.segment(plainText(name));
  return (
    <span class={`${shape} hue-${hueOf(id)}`} aria-hidden="true">
      {first?.segment.toLocaleUpperCase('en') ?? '?'}
    </span>
  );
}

function hueOf(id: string): number {
  return Array.from(id).reduce((sum, digit) => (sum * 31 + digit.charCodeAt(0)) % 9973, 7) % colours;
}
