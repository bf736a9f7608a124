import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Language } from '../../words/index.ts';
import { geoPlacesCommand } from './geo-places.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarrafa-geo-places-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(
  args: string[],
  options: { isTerminal?: boolean; language?: Language; stdin?: string } = {},
) {
  let out = '';
  const command = geoPlacesCommand(options.language ?? 'pt-BR', {
    isTerminal: options.isTerminal ?? false,
    out: (text) => {
      out += text;
    },
    err: () => {},
    stdin: async () => Buffer.from(options.stdin ?? ''),
    now: () => 0,
  }).exitOverride();
  command.configureOutput({ writeErr: () => {} });
  await command.parseAsync(args, { from: 'user' });
  return out;
}

describe('tarrafa geo places', () => {
  it('prints a line of JSON per place to a program', async () => {
    const file = join(folder, 'noticia.txt');
    writeFileSync(file, 'A chuva atingiu Petrópolis (RJ) e Campinas.');
    const lines = (await run([file]))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ text }) => text)).toEqual(['Petrópolis', 'Campinas']);
    expect(lines[0]).toMatchObject({ start: 16, end: 26, place: { state: 'RJ' } });
    expect(lines[0].confidence).toBeGreaterThan(0.8);
  });

  it('tells a person how likely each is, and on request why', async () => {
    const stdin = 'Moram em Genebra e em Paris.';
    const plain = await run(['-'], { stdin, isTerminal: true, language: 'pt-PT' });
    expect(plain).toMatch(/0,9\d .*Genebra/);
    const explained = await run(['-', '--explain'], { stdin, isTerminal: true });
    expect(explained.split('\n').length).toBeGreaterThan(plain.split('\n').length);
    expect(explained).toMatch(/[+−]\d,\d\d {2}a palavra antes/);
    for (const line of explained.trim().split('\n').slice(1)) expect(line).not.toMatch(/undefined|=/);
    expect(await run(['-'], { stdin: 'Chove.', isTerminal: true })).toBe('nenhum lugar\n');
  });

  it('reads the text of a page, and refuses what is none', async () => {
    const page = join(folder, 'pagina.html');
    writeFileSync(page, '<html><body><p>O comboio chegou a <b>Coimbra</b> às dez.</p></body></html>');
    expect(JSON.parse(await run([page]))).toMatchObject({ text: 'Coimbra' });
    const binary = join(folder, 'foto.jpg');
    writeFileSync(binary, Buffer.from([0xff, 0xd8, 0, 0, 0, 1, 2, 3, 0, 0]));
    await expect(run([binary])).rejects.toMatchObject({ code: 'TRF_INPUT_MISSING' });
    await expect(run([join(folder, 'nada.txt')])).rejects.toMatchObject({ code: 'TRF_INPUT_MISSING' });
    await expect(run(['-', '--least', '7'], { stdin: 'x' })).rejects.toThrow();
  });
});
