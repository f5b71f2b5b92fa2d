import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const deploy = (name: string): string => readFileSync(join(root, 'deploy', name), 'utf8');

interface Service {
  build?: { context: string; dockerfile: string };
  environment?: Record<string, string>;
  env_file?: { path: string; required: boolean }[];
  volumes?: string[];
  depends_on?: Record<string, unknown>;
}
const compose = parse(deploy('compose.yaml')) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};

describe('the image', () => {
  const lines = deploy('Dockerfile').split('\n');
  it('does not run as root, keeps data in a volume and asks a route that exists for its health', () => {
    expect(lines).toContain('USER node');
    expect(lines.indexOf('USER node')).toBeGreaterThan(lines.findLastIndex((line) => line.startsWith('RUN')));
    expect(lines).toContain('VOLUME /data');
    expect(deploy('Dockerfile')).toContain('http://127.0.0.1:3000/health');
    expect(existsSync(join(root, 'src/routes/health/+server.ts'))).toBe(true);
  });

  it('is built by a script that package.json has', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const [, name = ''] = /npm run (\S+)/.exec(deploy('Dockerfile')) ?? [];
    expect(scripts[name]).toContain('scripts/package.mjs');
  });
});

describe('the compose file', () => {
  it('names files, volumes and services that there are', () => {
    const { services, volumes } = compose;
    for (const { build, volumes: mounted = [], depends_on: needs = {} } of Object.values(services)) {
      if (build) expect(existsSync(join(root, 'deploy', build.context, build.dockerfile))).toBe(true);
      for (const [source = ''] of mounted.map((one) => one.split(':')))
        if (source.startsWith('.')) expect(existsSync(join(root, 'deploy', source)), source).toBe(true);
        else expect(Object.keys(volumes)).toContain(source);
      for (const name of Object.keys(needs)) expect(Object.keys(services)).toContain(name);
    }
    expect(deploy('Caddyfile')).toMatch(/reverse_proxy voirdire:3000/);
  });

  it('passes every variable of the file of settings, which need not exist, and sets those that the proxy requires', () => {
    const { environment, env_file: files } = compose.services['voirdire']!;
    expect(files).toEqual([{ path: '.env', required: false }]);
    expect(environment).toEqual({
      ORIGIN: expect.stringContaining('https://${VOIRDIRE_HOST'),
      ADDRESS_HEADER: 'x-forwarded-for'
    });
  });
});

describe('the systemd unit', () => {
  it('runs the command as a separate user, with its data in the folder that it may write', () => {
    const unit = deploy('voirdire.service');
    expect(unit).toMatch(/^ExecStart=.*voirdire serve$/m);
    expect(unit).toMatch(/^DynamicUser=yes$/m);
    const [, state = ''] = /^StateDirectory=(\S+)$/m.exec(unit) ?? [];
    expect(unit).toContain(`VOIRDIRE_DATA=/var/lib/${state}`);
  });
});
