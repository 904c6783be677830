import { atomId } from './feed-ids.js';

const installation = 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6';

it('returns name-based UUIDs of version 5', () => {
  expect(atomId(installation, 'stream-9001')).toBe('urn:uuid:253c24b9-7705-5e66-8459-bdb2b70afd2e');
  expect(atomId(installation, 'event-1')).toBe('urn:uuid:d315bc91-b7bb-5f1e-bf6d-ff6652d817bb');
});
