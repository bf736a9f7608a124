/** `tarrafa diff` as a person and a program use it: the built command on a collection. */
import { expect, it } from 'vitest';
import { crawlFolder, NOON, newsPage } from '../src/collection/small-archive.suite.ts';
import { AS_TABLE, spawnTarrafa } from './tarrafa-process.ts';

const SITE = 'jornal-exemplo.com.br';
const page = newsPage(SITE, 1);
const { url } = page;

it('what changed in a page is told in a pipe as lines of JSON, and at a terminal as text', async () => {
  const folder = crawlFolder([
    newsPage(SITE, 0),
    { ...page, date: NOON },
    {
      ...page,
      date: NOON + 86_400_000,
      html: page
        .html!.replace('mudou a vida do bairro', 'mudou a vida da vila\u001b[31m')
        .replaceAll('Notícia 1:', 'Notícia 1, corrigida:'),
    },
  ]);
  const diff = (...words: string[]) => spawnTarrafa(['diff', folder, url, ...words]);
  const piped = await diff();
  expect([piped.status, piped.stderr]).toEqual([0, '']);
  const lines = piped.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines[0]).toMatchObject({
    kind: 'versions',
    from: { fetchedAt: NOON },
    to: { fetchedAt: NOON + 86_400_000, title: expect.stringContaining('corrigida') },
    changed: ['title'],
    coarse: false,
  });
  expect(lines.slice(1).map(({ kind }) => kind)).toContain('changed');

  const shown = await spawnTarrafa(
    ['diff', folder, url, '--from', '2024-05-06', '--to', '2024-05-07 12:00'],
    { env: { ...AS_TABLE, NO_COLOR: '1' } },
  );
  expect(shown.stdout).toContain('2024-05-06 12:00:00 → 2024-05-07 12:00:00');
  expect(shown.stdout).toContain('[-do bairro-]{+da vila');
  expect(shown.stdout).not.toContain('\u001b');
  const listed = await spawnTarrafa(['diff', folder, url, '--list'], { env: AS_TABLE });
  expect(listed.stdout).toBe('2024-05-06 12:00:00\n2024-05-07 12:00:00  mudou\n2 capturas, 1 mudança\n');
  const later = await spawnTarrafa(['diff', folder, url, '--from', '2030', '--lang', 'pt-BR'], {
    env: AS_TABLE,
  });
  expect(later.stdout).toContain('Para os dois momentos é a mesma captura, a de 2024-05-07 12:00:00');
  expect((await diff('--from', 'ontem', '--lang', 'en')).stderr).toContain('give a moment as in 2019');
  const absent = await spawnTarrafa(['diff', folder, 'http://nada.example/']);
  expect([absent.status, absent.stderr]).toEqual([2, expect.stringContaining('TRF_NOT_FOUND')]);
});
