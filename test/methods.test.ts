/** docs/methods.md speaks of things that are there, and what speaks of it means a section that is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(root, 'docs/methods.md'), 'utf8');
const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!);

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(join(root, 'src', name), 'utf8') }));

describe('the page of published methods', () => {
  it('has a section for each work', () => {
    expect(sections).toEqual([
      'Temporal crawl (Pereira 2013)',
      'GeoDiscover (Gibotti da Silva 2006)',
      'X-CEX and Content Extractor (Fernandes 2021)',
      'Horizontal collector (Pedrosa 2017)',
      'ORION (Manica 2017)',
    ]);
  });

  it('names files and profiles that exist', () => {
    const paths = [...page.matchAll(/`(src\/[\w./-]+)`/g)].map(([, path]) => path!);
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const code = sources.map(({ text }) => text).join('\n');
    const names = [...page.matchAll(/`([A-Z][A-Z0-9]*_?[A-Z0-9_]*[A-Z])`/g)]
      .map(([, name]) => name!)
      // Classes of annotations are words of the texts.
      .filter((name) => !/^(CALENDAR_REF|DURATION|FREQUENCY|DATE|HOUR|INTERVAL)$/.test(name));
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter((name) => !new RegExp(`\\bconst ${name}\\b`).test(code))).toEqual([]);
  });

  it('is referred to by sections that it has', () => {
    const missing = sources.flatMap(({ name, text }) =>
      [...text.matchAll(/docs\/methods\.md, "([^"\n]+)"/g)]
        .filter(([, section]) => !sections.some((heading) => heading.startsWith(section!)))
        .map(([whole]) => `${name}: ${whole}`),
    );
    expect(missing).toEqual([]);
  });
});
