import { readFileSync } from 'node:fs';

const dockerfile = readFileSync('Dockerfile', 'utf8');
const compose = readFileSync('docker-compose.yml', 'utf8');
const createOwner = readFileSync('docker/create-owner.sh', 'utf8');
/** What ends up in the image: the last stage. */
const image = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));

const serviceOf = (name: string) => new RegExp(`^  ${name}:\\n((?:    .*\\n|\\n)+)`, 'm').exec(compose)?.[1] ?? '';

describe('the image', () => {
  it('installs what the lock file says, and nothing else', () => {
    const installs = [...dockerfile.matchAll(/npm (\w+)|npx|apt-get|curl|wget/g)].map(([command]) => command);
    expect(installs.length).toBeGreaterThan(0);
    for (const command of installs) expect(['npm ci', 'npm run']).toContain(command);
  });

  it('runs as a user without rights, to whom nothing in it belongs', () => {
    expect(image).toMatch(/^USER node$/m);
    expect(image).not.toMatch(/--chown|^RUN|USER root/m);
  });

  it('starts and checks itself without a shell', () => {
    for (const [, command = ''] of image.matchAll(/CMD (.*)$/gm)) expect(JSON.parse(command)).toContain('node');
    expect(image).toMatch(/^CMD /m);
    expect(image).toMatch(/^HEALTHCHECK .*\\\n\s+CMD \["node", .*\/v1\/health\/live/m);
  });

  it('is asked to end by SIGTERM, and sizes its heap by the memory it may take', () => {
    expect(image).toMatch(/^STOPSIGNAL SIGTERM$/m);
    expect(image).toMatch(/^ENV NODE_OPTIONS=--max-old-space-size-percentage=50$/m);
  });

  it('has no secret in it', () => {
    expect(dockerfile).not.toMatch(/TOKEN|PASSWORD|DATABASE_URL/);
    const [first, ...exceptions] = readFileSync('.dockerignore', 'utf8').split('\n');
    expect(first).toBe('*');
    expect(exceptions.join()).not.toContain('.env');
  });
});

describe('docker compose', () => {
  it.each(['prepare', 'api', 'refresh'])(
    'runs %s without rights, on a read-only file system, in limited memory',
    (name) => {
      expect(serviceOf(name)).toContain('<<: *app');
      expect(serviceOf(name)).not.toMatch(/privileged|cap_add|user:|read_only: false/);
      const [, app = ''] = /^x-app: &app\n((?: {2}.*\n)+)/m.exec(compose) ?? [];
      for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true', 'mem_limit: 512m']) {
        expect(app).toContain(line);
      }
    },
  );

  it.each(['prepare', 'api', 'refresh'])('connects %s as a user who is no superuser', (name) => {
    const [, user] = /DATABASE_URL: postgresql:\/\/(\w+):/.exec(serviceOf(name)) ?? [];
    expect(user).toBe('analytics');
    const [attributes] = /CREATE ROLE analytics .*/.exec(createOwner) ?? [];
    expect(attributes).toBe("CREATE ROLE analytics LOGIN CREATEROLE PASSWORD :'password';");
  });

  it('shows the API to the outside, and neither the database nor metrics', () => {
    expect(compose.match(/ports:/g)).toHaveLength(1);
    expect(serviceOf('api')).toContain("      - '${PORT:-3000}:3000'\n");
  });
});
