import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { Injectable, OnApplicationShutdown, ServiceUnavailableException } from '@nestjs/common';
import type { Tinypool } from 'tinypool';
import { overloadMessage } from '../../http/errors/error-reply.js';

/** The fonts of the pictures. They are packages, because a server or a container may have no fonts. */
const fontFiles = ['400Regular/NotoSans_400Regular.ttf', '700Bold/NotoSans_700Bold.ttf'];

/** Rejects more waiting pictures, because they would take longer than readers wait. */
const maxWaiting = 20;

/** A thread takes about 20 MB, so there are few on machines with many processors. */
const maxThreads = Math.min(2, availableParallelism());

/** Turns drawings into PNG in threads, so that other requests do not wait. Rejects drawings that would wait long. */
@Injectable()
export class Rasterizer implements OnApplicationShutdown {
  private pool: Promise<Tinypool> | undefined;
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
    const pool = await (this.pool ??= startPool());
    if (pool.queueSize >= maxWaiting) throw new ServiceUnavailableException(overloadMessage);
    const fitTo = width === undefined ? undefined : { fitTo: { mode: 'width', value: width } };
    const png = (await pool.run({ svg, options: { ...this.options, ...fitTo } })) as Uint8Array;
    return Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.pool)?.destroy();
  }
}

/** Loaded at the first picture, because many servers draw none. */
async function startPool(): Promise<Tinypool> {
  const { Tinypool: Pool } = await import('tinypool');
  const filename = new URL('./draw-png.mjs', import.meta.url).href;
  return new Pool({ filename, minThreads: 0, maxThreads, idleTimeout: 60_000 });
}
