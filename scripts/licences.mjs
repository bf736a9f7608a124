// `npm run licences`: under which licences the packages are that Tarrafa runs with, that the page in the browser carries, and that only
// work on it needs. `-- --json` for programs. Fails when what is shipped has a licence that nobody has looked at.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockedPackages } from './lockfile.mjs';
import { root } from './prepare.mjs';

/** Licences that go with Apache-2.0 in a program that is given away. */
const LOOKED_AT = new Set([
  ...['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0'],
  ...['Unlicense', 'CC0-1.0', 'OFL-1.1', 'Python-2.0', 'Zlib'],
]);

/** A choice of licences is fine when one of them is. */
const isLookedAt = (licence) =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => LOOKED_AT.has(one.trim())));

/** Names of the packages in the built page, from the head lines of its file of licences. */
function inThePage() {
  const path = join(root, 'dist', 'web', 'licences.txt');
  if (!existsSync(path)) return null;
  return new Set([...readFileSync(path, 'utf8').matchAll(/^=== (\S+) \S+ \(/gm)].map(([, name]) => name));
}

const carried = inThePage();
const packages = lockedPackages().map(({ folder: _, ...one }) => ({
  ...one,
  inThePage: carried?.has(one.name) ?? null,
}));
const given = packages.filter((one) => one.shipped || one.inThePage);
const unknown = given.filter(({ licence }) => !isLookedAt(licence));

if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(packages, null, 2)}\n`);
else {
  const list = (title, some) => {
    process.stdout.write(`${title}: ${some.length}\n`);
    for (const { name, version, licence, optional } of some)
      process.stdout.write(`  ${name} ${version}  ${licence}${optional ? '  (of a platform)' : ''}\n`);
    process.stdout.write('\n');
  };
  list(
    'installed with Tarrafa',
    packages.filter(({ shipped }) => shipped),
  );
  if (carried === null)
    process.stdout.write(
      'carried by the page: not built (npm run build, npm start or npm test build it)\n\n',
    );
  else
    list(
      'carried by the page in the browser (full texts: dist/web/licences.txt)',
      packages.filter((one) => one.inThePage),
    );
  const counts = new Map();
  for (const { licence, shipped, inThePage } of packages)
    if (!shipped && !inThePage) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  process.stdout.write('only for work on Tarrafa, by licence\n');
  for (const [licence, count] of [...counts].sort((a, b) => b[1] - a[1]))
    process.stdout.write(`  ${String(count).padStart(4)}  ${licence}\n`);
}
for (const { name, version, licence } of unknown)
  process.stderr.write(`nobody has looked at the licence of ${name} ${version}: ${licence}\n`);
process.exitCode = unknown.length === 0 ? 0 : 1;
