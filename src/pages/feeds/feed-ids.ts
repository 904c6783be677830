import { createHash } from 'node:crypto';

/** Returns the ID of a feed or an entry, a name-based UUID (RFC 9562, 5.5) with the ID of the installation as its namespace. */
export function atomId(installation: string, subject: string): string {
  const namespace = Buffer.from(installation.replaceAll('-', ''), 'hex');
  const bytes = createHash('sha1').update(namespace).update(subject).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return `urn:uuid:${bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`;
}
