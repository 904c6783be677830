import { createRequire } from 'node:module';
import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import { ConcurrencyLimit } from '../../database/reads/concurrency-limit.js';
import { overloadMessage } from '../../http/errors/error-reply.js';

/** The fonts of the pictures. They are packages, because a server or a container may have no fonts. */
const fontFiles = ['400Regular/NotoSans_400Regular.ttf', '700Bold/NotoSans_700Bold.ttf'];

/** More would wait for longer than a reader. */
const maxWaiting = 20;

/** Turns drawings into PNG, one at a time, so that pictures use at most one processor. Rejects drawings that would wait long. */
@Injectable()
export class Rasterizer {
  private readonly limit = new ConcurrencyLimit(1);
  private readonly options = {
    font: {
      loadSystemFonts: false,
      fontFiles: fontFiles.map((file) =>
        createRequire(import.meta.url).resolve(`@expo-google-fonts/noto-sans/${file}`),
      ),
      defaultFontFamily: 'Noto Sans',
    },
  };

  /** Returns the PNG of an SVG in its own size, or in the given width. */
  async draw(svg: string, width?: number): Promise<Buffer> {
    if (this.limit.waiting >= maxWaiting) throw new ServiceUnavailableException(overloadMessage);
    return this.limit.run(async () => {
      // Loaded at the first picture, because it is a native package, and many servers draw none.
      const { renderAsync } = await import('@resvg/resvg-js');
      const fitTo = width === undefined ? undefined : { fitTo: { mode: 'width', value: width } as const };
      return (await renderAsync(svg, { ...this.options, ...fitTo })).asPng();
    });
  }
}
