// The PostgreSQL of the tests: found where systems keep it, or installed where that is one command (Debian and its kin, as root). Without one
// those tests, and only those, are skipped, and it is said here.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const DEBIAN = '/usr/lib/postgresql';
const PACKAGES = ['postgresql', 'postgresql-15-postgis-3', 'pgbouncer'];

/** The folder of `initdb` and `postgres`, the newest there is; null without one. */
export function findPostgres() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    process.env.POSTGRES_BIN,
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    '/usr/local/pgsql/bin',
    '/usr/local/bin',
    '/opt/homebrew/bin',
  ];
  return (
    folders.find(
      (folder) => folder && ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
    ) ?? null
  );
}

const hasPostgis = () =>
  existsSync('/usr/share/postgresql') &&
  readdirSync('/usr/share/postgresql').some((version) =>
    existsSync(join('/usr/share/postgresql', version, 'extension', 'postgis.control')),
  );

export function ensurePostgres() {
  const whole = () => findPostgres() !== null && hasPostgis() && existsSync('/usr/sbin/pgbouncer');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && !whole()) {
    process.stderr.write('installing PostgreSQL for the tests of clusters …\n');
    const quiet = {
      stdio: 'ignore',
      timeout: 240_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    const install = ['install', '-y', '--no-install-recommends', ...PACKAGES];
    if (spawnSync('apt-get', install, quiet).status !== 0) {
      spawnSync('apt-get', ['update'], quiet);
      spawnSync('apt-get', install, quiet);
    }
  }
  if (findPostgres() === null)
    process.stderr.write(
      'no PostgreSQL was found and none could be installed: the tests that need one are skipped. Install postgresql (and postgis), or give the folder of its programs in POSTGRES_BIN.\n',
    );
}
