/** The commands of the time room as a person gives them: the built command, a file, what is printed. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnTarrafa } from './tarrafa-process.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tarrafa-time-commands-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

describe('the time commands, given options that the command above them has too', () => {
  it('`report time` speaks the language that is asked for, and knows --json and --out', async () => {
    const text = file(
      'texto.txt',
      'Em 1974 choveu na cidade do Porto, e a gente foi embora no ano passado.\n',
    );
    const out = join(folder, 'estudo');
    const english = await spawnTarrafa(['report', 'time', text, '--lang', 'en', '--out', out]);
    expect(english.stdout).toContain('Temporal study of the collection');
    expect(english.stdout).toContain(`Study written to ${join(out, 'time.html')}`);
    expect(existsSync(join(out, 'time.html'))).toBe(true);
    const { stdout } = await spawnTarrafa(['--lang', 'en', 'report', 'time', text, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ collection: { documents: 1 } });
  });

  it('`time mine` speaks the language that is asked for, and knows --json', async () => {
    const text = file('corpus.txt', 'No ano passado choveu muito.\nNo ano passado nevou.\n');
    const english = await spawnTarrafa(['time', 'mine', text, '--lang=en']);
    expect(english.stdout).toMatch(/^freq\. +pattern +type[\s\S]*1 pattern in 2 sentences/);
    const { stdout } = await spawnTarrafa(['time', 'mine', text, '--json']);
    expect(JSON.parse(stdout).patterns).toMatchObject([{ text: 'No ano passado', frequency: 2 }]);
  });
});

describe('tarrafa time', () => {
  it('reads the patterns that `time mine` found in a corpus beside its own, and says which are no patterns', async () => {
    const corpus = file('escola.txt', 'Estuda no primeiro ano.\nChegou no ano passado.\n'.repeat(4));
    const text = file('aluno.txt', 'Chegou no ano passado e estuda no segundo ano.');
    const mined = await spawnTarrafa(['time', 'mine', corpus, '--json']);
    const patterns = file('padroes.json', mined.stdout);
    const read = async (...more: string[]) =>
      (await spawnTarrafa(['time', text, '--dct', '2013-01-21', '--json', ...more])).stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    expect((await read()).map((each) => each.text)).toEqual(['no ano passado']);
    expect((await read('--patterns', patterns)).map((each) => [each.text, each.patternId])).toEqual([
      ['no ano passado', 'unit.last'],
      ['no segundo ano', expect.stringMatching(/^mined\./)],
    ]);
    const broken = file(
      'outra-coisa.json',
      '{"patterns":[{"patterns":[{"id":"x","make":"toString","forms":["a"]}]}]}',
    );
    const refused = await spawnTarrafa(['time', text, '--patterns', broken, '--lang', 'en']);
    expect([refused.status, refused.stderr]).toEqual([
      2,
      expect.stringContaining('TRF_TIME_PATTERNS: the file of patterns'),
    ]);
    expect(refused.stderr).toContain('in pattern 1, make is not what it should be');
  });

  it('prints whole expressions, or each name of the calendar by itself', async () => {
    const text = file(
      'nomes.txt',
      'O festival foi de 25 a 28 de Junho de 1999, há dois anos, e voltou no século XIX.',
    );
    const texts = async (view: string) =>
      (await spawnTarrafa(['time', text, '--extents', view, '--json'])).stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).text);
    expect(await texts('full')).toEqual(['de 25 a 28 de Junho de 1999', 'há dois anos', 'no século XIX']);
    expect(await texts('named')).toEqual(['25', '28 de Junho de 1999', 'século XIX']);
  });

  it('cuts a text into segments, as the DOC of the source and as lines of JSON', async () => {
    const text = file(
      'segmentos.txt',
      'Em 1 de Setembro de 1939 a guerra & a fome. Em 1950 abriu o <museu>.\n\nNada mais.\n\nEntre 1960 e 1962 fechou.',
    );
    const { stdout } = await spawnTarrafa(['time', text, '--segments', '--dct', '2013-01-21']);
    expect(stdout).toBe(`<DOC dct="2013-01-21">
  <SEGMENT ID="1" DN="1939-09-01 1950-XX-XX" BLOCKS="0-1">
    <P><EM ID="1" CATEG="TIME" TYPE="CALENDAR_REF" SUBTYPE="DATE" CLASS="EXPLICIT" VAL_NORM="1939-09-01">Em 1 de Setembro de 1939</EM> a guerra &amp; a fome. <EM ID="2" CATEG="TIME" TYPE="CALENDAR_REF" SUBTYPE="DATE" CLASS="EXPLICIT" VAL_NORM="1950-XX-XX">Em 1950</EM> abriu o &lt;museu&gt;.</P>
    <P>Nada mais.</P>
  </SEGMENT>
  <SEGMENT ID="2" DN="1960-XX-XX/1962-XX-XX" BLOCKS="2-2">
    <P><EM ID="3" CATEG="TIME" TYPE="CALENDAR_REF" SUBTYPE="INTERVAL" CLASS="EXPLICIT" VAL_NORM="1960-XX-XX/1962-XX-XX">Entre 1960 e 1962</EM> fechou.</P>
  </SEGMENT>
</DOC>
`);
    const cut = ['--segments', '--segment-unit', 'sentence', '--undated-policy', 'none', '--json'];
    const lines = (await spawnTarrafa(['time', text, ...cut])).stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).dates)).toEqual([
      ['1939-09-01'],
      ['1950-XX-XX'],
      [],
      ['1960-XX-XX/1962-XX-XX'],
    ]);
  });
});
