import { loadConfig } from '../../config/environment.js';
import { listeningFields } from './listening-fields.js';

const DATABASE_URL = 'postgresql://analytics:hunter2@db.example.com:5433/analytics?password=hunter2&sslmode=require';

const lineFor = (env: Record<string, string>) => listeningFields(loadConfig({ DATABASE_URL, ...env }), 3000, 900);

it('shows the address of the service, the open access and the database', () => {
  expect(lineFor({})).toEqual({
    url: 'http://localhost:3000',
    addresses: 'all addresses of this machine',
    access: 'open to everyone',
    pages: 'open to everyone',
    database: 'postgresql://analytics@db.example.com:5433/analytics',
    limits: '300 units per client in 60 s, counted by this instance; 900 connections',
    leaderboard: 'refreshed every 300 s',
    collector: 'none',
  });
});

it('shows that the leaderboard is not refreshed if this is off or the owner of the tables is not configured', () => {
  const told = lineFor({ LEADERBOARD_REFRESH_SECONDS: '0' });
  const unknowing = listeningFields(loadConfig({ DATABASE_READER_URL: DATABASE_URL }), 3000, 900);
  for (const line of [told, unknowing]) expect(line.leaderboard).toBe('not refreshed by this service');
});

it('shows that a token is required, without revealing one', () => {
  const line = lineFor({ API_TOKEN: '0123456789abcdef,fedcba9876543210', REDIS_URL: 'redis://:hunter2@redis' });
  expect(line.access).toBe('a token is required (2 configured)');
  expect(line.pages).toBe('switched off');
  expect(line.limits).toContain('counted in Redis');
  expect(JSON.stringify(line)).not.toMatch(/0123456789abcdef|hunter2/);
});

it('shows that pages are open although the API requires a token', () => {
  const line = lineFor({ API_TOKEN: '0123456789abcdef', PAGES_ENABLED: 'on' });
  expect(line.pages).toBe('open to everyone, without a token');
});

it.each([
  ['0.0.0.0', 'http://localhost:3000', 'all addresses of this machine'],
  ['::', 'http://localhost:3000', 'all addresses of this machine'],
  ['127.0.0.1', 'http://127.0.0.1:3000', '127.0.0.1'],
  ['::1', 'http://[::1]:3000', '::1'],
  ['api.example.com', 'http://api.example.com:3000', 'api.example.com'],
])('shows HOST=%s as %s', (HOST, url, addresses) => {
  expect(lineFor({ HOST })).toMatchObject({ url, addresses });
});

it.each([
  ['postgresql:///analytics?host=/run/postgresql', 'postgresql:///run/postgresql/analytics'],
  ['postgresql://reader@[::1]/analytics', 'postgresql://reader@[::1]/analytics'],
])('names the database of %s, with the reader first', (DATABASE_READER_URL, database) => {
  expect(lineFor({ DATABASE_READER_URL })).toMatchObject({ database });
});
