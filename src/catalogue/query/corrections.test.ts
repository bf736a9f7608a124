import { expect, it } from 'vitest';
import { loadGazetteer } from '../../geo/index.ts';
import { dayNumber } from '../../time/index.ts';
import { correctedLines, parseLine } from './index.ts';

it('mends a misspelt word wherever it stands in the line', async () => {
  const context = { gazetteer: await loadGazetteer({ towns: false }), today: dayNumber(2024, 6, 15) };
  const words = {
    frequency: (word: string) => (word === 'enchnte' ? 0 : 100),
    near: () => [{ word: 'enchente', documents: 100, distance: 1 }],
  };
  const mended = (line: string) => correctedLines(parseLine(line, context), words, true);
  expect(mended('enchnte grande, enchnte pequena')).toEqual(['enchente grande, enchente pequena']);
  expect(mended('enchnte grande')).toEqual(['enchente grande']);
});

it('takes no form of a word for the word misspelt', async () => {
  const context = { gazetteer: await loadGazetteer({ towns: false }), today: dayNumber(2024, 6, 15) };
  const mended = (typed: string, meant: string) =>
    correctedLines(
      parseLine(typed, context),
      { frequency: () => 0, near: () => [{ word: meant, documents: 9, distance: 1.5 }] },
      true,
    );
  for (const [typed, meant] of [
    ['enchente', 'enchendo'],
    ['escreveu', 'escrever'],
    ['governador', 'governado'],
    ['ouvintes', 'ouvindo'],
  ] as const)
    expect(mended(typed, meant), typed).toEqual([]);
  for (const [typed, meant] of [
    ['enchnte', 'enchente'],
    ['presidinte', 'presidente'],
    ['govrenador', 'governador'],
    ['vinhno', 'vinho'],
  ] as const)
    expect(mended(typed, meant), typed).toEqual([meant]);
});
