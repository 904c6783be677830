const lineFeed = 10;
const lineBreakLength = 2;

/** Finds the end of a chunked body by the sizes of its chunks, because compressed bytes may look like the last chunk. */
export class ChunkedBody {
  #sizeLine = '';
  #isLastChunk = false;
  /** Missing bytes of a chunk and its line break. */
  #missing = 0;

  /** Reads the next piece. Returns whether the body is complete. */
  read(piece) {
    for (let at = 0; at < piece.length;) {
      if (this.#missing > 0) {
        const taken = Math.min(this.#missing, piece.length - at);
        this.#missing -= taken;
        at += taken;
      } else {
        const end = piece.indexOf(lineFeed, at);
        this.#sizeLine += piece.latin1Slice(at, end < 0 ? piece.length : end);
        if (end < 0) return false;
        at = end + 1;
        this.#startChunk();
      }
    }
    return this.#isLastChunk && this.#missing === 0;
  }

  #startChunk() {
    const size = Number.parseInt(this.#sizeLine, 16);
    this.#sizeLine = '';
    this.#isLastChunk = size === 0;
    this.#missing = size + lineBreakLength;
  }
}
