import { previewSize, sitePreview } from '../previews/preview-paths.js';
import { useSite } from './site.js';

interface LinkTagsProps {
  title: string;
  description: string;
  path: string;
  preview?: string | undefined;
  data?: string | undefined;
  csv: boolean;
}

/** Tags for chats and search engines: how a link to the page looks, its canonical address, and its data. */
export function LinkTags({ title, description, path, preview = sitePreview, data, csv }: LinkTagsProps) {
  const { name, hrefOf, absolute } = useSite();
  const address = absolute(path);
  return (
    <>
      <meta property="og:site_name" content={name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:image" content={absolute(preview) ?? hrefOf(preview)} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(previewSize.width)} />
      <meta property="og:image:height" content={String(previewSize.height)} />
      <meta property="og:image:alt" content={description} />
      <meta name="twitter:card" content="summary_large_image" />
      {address === undefined ? null : <meta property="og:url" content={address} />}
      {address === undefined ? null : <link rel="canonical" href={address} />}
      {data ? <link rel="alternate" type="application/json" href={hrefOf(data)} /> : null}
      {data && csv ? <link rel="alternate" type="text/csv" href={hrefOf(data.replace(/(?=\?|$)/, '.csv'))} /> : null}
      <link rel="manifest" href={hrefOf('/manifest.webmanifest')} />
      <link rel="apple-touch-icon" href={hrefOf('/apple-touch-icon.png')} />
    </>
  );
}
