/** Returns an ICO file with one square PNG of fewer than 256 pixels. */
export function icoFile(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  // The directory: an icon file (1) with one image.
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  // The image: width, height, color planes, bits per pixel, length and offset.
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
