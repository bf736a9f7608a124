// `npm run -s sbom > sbom.json`: what Tarrafa is made of, CycloneDX 1.5, from the lockfile alone (no network, nothing installed). npm writes it;
// the name of the checkout's folder, the time and the number it draws are left out, so that the same lockfile gives the same file.
// Packages that only work on Tarrafa needs are marked `cdx:npm:package:development`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './prepare.mjs';

const result = run('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  encoding: 'utf8',
  maxBuffer: 64 << 20,
  // With `production` npm would leave out what only work on Tarrafa needs, whatever the file is meant for.
  env: { ...process.env, NODE_ENV: '' },
});
if (result.status !== 0) process.exit(result.status || 1);
const { serialNumber: _, ...bom } = JSON.parse(result.stdout);
delete bom.metadata.timestamp;
const { name, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
bom.metadata.component.name = name;
bom.metadata.component.licenses ??= [{ license: { id: license } }];
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
