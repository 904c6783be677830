import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { loadAll, YAML11_SCHEMA } from 'js-yaml';
import { commandLine } from '../../src/commands/command-line.js';

interface Container {
  name: string;
  image: string;
  command?: string[];
  env?: { name: string; value: string }[];
  ports?: { name: string; containerPort: number }[];
  securityContext?: object;
  resources?: object;
  [setting: string]: unknown;
}

interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: {
    selector: Record<string, unknown>;
    template?: {
      metadata: { labels: Record<string, string> };
      spec: { securityContext: object; containers: Container[]; initContainers?: Container[] };
    };
  };
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const commands = commandLine(() => '').commands.map((command) => command.name());
const example = readFileSync('.env.example', 'utf8');

describe('the systemd unit', () => {
  const server = readFileSync('deploy/streaming-analytics-api.service', 'utf8');

  it('starts the server with the flags that it was measured with', () => {
    const print = "import('./scripts/server-flags.mjs').then((module) => console.log(module.serverFlags.join(' ')))";
    const flags = execFileSync(process.execPath, ['--eval', print], { encoding: 'utf8' }).trim();
    expect(server.split('\n')).toContain(`ExecStart=/usr/bin/node ${flags} dist/main.js`);
    expect(server).toMatch(/^Environment=.*\bMALLOC_ARENA_MAX=2$/m);
  });

  it('takes rights away from the server', () => {
    for (const setting of [
      'DynamicUser=yes',
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'CapabilityBoundingSet=',
    ]) {
      expect(server.split('\n')).toContain(setting);
    }
  });
});

describe('the manifest for Kubernetes', () => {
  const manifests = loadAll(readFileSync('deploy/kubernetes.yaml', 'utf8'), { schema: YAML11_SCHEMA }) as Manifest[];
  const pods = manifests.flatMap(({ spec }) => (spec.template ? [spec.template] : []));
  const containers = pods.flatMap(({ spec }) => [...spec.containers, ...(spec.initContainers ?? [])]);
  const api = containers.find(({ name }) => name === 'api');

  it('runs the image of this version, by commands that there are', () => {
    expect(containers.map(({ name }) => name)).toEqual(['api', 'migrate', 'refresh']);
    for (const { image } of containers) expect(image).toBe(`streaming-analytics-api:${version}`);
    for (const { command } of containers) {
      if (command) expect(commands).toContain(command[2]);
    }
  });

  it('runs each container without rights, on a read-only file system, in limited memory', () => {
    for (const { spec } of pods) {
      expect(spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      });
    }
    for (const { securityContext, resources } of containers) {
      const rights = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } };
      expect(securityContext).toEqual(rights);
      expect(resources).toMatchObject({ limits: { memory: '512Mi' } });
    }
  });

  it('gives the server the rights of the owner in no way', () => {
    expect(JSON.stringify(api)).not.toContain('owner');
  });

  it('sets variables that there are, and probes paths that are served', () => {
    for (const { name } of api?.env ?? []) expect(example).toMatch(new RegExp(`^#?${name}=`, 'm'));
    expect(api?.livenessProbe).toMatchObject({ httpGet: { path: '/v1/health/live', port: 'http' } });
    expect(api?.readinessProbe).toMatchObject({ httpGet: { path: '/v1/health/ready', port: 'http' } });
    expect(api?.ports?.map(({ containerPort }) => containerPort)).toEqual([3000, 9464]);
  });

  it('selects pods that it makes', () => {
    const made = pods.map(({ metadata }) => metadata.labels);
    for (const { spec } of manifests) {
      const wanted = (spec.selector.matchLabels ?? spec.selector) as Record<string, string>;
      expect(made).toContainEqual(wanted);
    }
  });
});
