import { LiveStream } from '../../streams/live/live-stream.response.js';
import { DidYouMean } from '../parts/names/did-you-mean.js';
import { plainText } from '../parts/names/texts.js';
import { ErrorLayout, SearchAgain } from './error.page.js';
import { NobodyException } from './nobody.exception.js';

interface NobodyPageProps {
  nobody: NobodyException;
  popular: readonly LiveStream[];
}

/** The page in place of the page of an unknown streamer, with streamers of a similar name. */
export function NobodyPage({ nobody: { wanted, similar }, popular }: NobodyPageProps) {
  return (
    <ErrorLayout heading={`Nobody here by the name “${plainText(wanted)}”`}>
      <p>
        <DidYouMean streamers={similar} />
        The name may be new, misspelled, or never recorded here.
      </p>
      <SearchAgain text={wanted} popular={popular} />
    </ErrorLayout>
  );
}
