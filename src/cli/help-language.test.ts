import { Command, InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import type { Language } from '../words/index.ts';
import { valueName } from '../words/value-names.ts';
import { wholeProgram } from './commands.ts';
import { speakHelp } from './help-language.ts';

/** What is not translated: signs, and what is written so in Portuguese too. */
const SAME_IN_ALL: readonly string[] = [
  ...['n', 'n|auto', 'ms', 'bytes', 'url', 'url|e-mail', 'pt,…', 'shell', 'token'],
  ...['json', 'tsv', 'cypher', 'excel', 'corpus', 'item'],
];
/** The value of an option or argument in the help. */
const VALUE = /[<[](.+?)(?:\.\.\.)?[>\]]/g;

function program(language: Language, told: string[]): Command {
  const number = (text: string): number => {
    if (!/^\d+$/.test(text)) throw new InvalidArgumentError('dê um número');
    return Number(text);
  };
  const root = new Command('tarrafa').version('1.2.3').exitOverride();
  const report = new Command('report')
    .argument('<folder>', 'pasta')
    .requiredOption('--out <file>', 'arquivo')
    .option('--port <n>', 'porta', number, 8730)
    .exitOverride()
    .action(() => {});
  root.addCommand(report);
  speakHelp(root, language);
  for (const one of [root, report]) one.configureOutput({ writeErr: (text) => told.push(text) });
  return root;
}

async function mistake(language: Language, ...words: string[]): Promise<string> {
  const told: string[] = [];
  await expect(program(language, told).parseAsync(words, { from: 'user' })).rejects.toThrow();
  return told.join('');
}

describe('the help', () => {
  it('has no word of another language', () => {
    const root = program('pt-BR', []);
    const report = root.commands.find((one) => one.name() === 'report')!;
    const text = root.helpInformation() + report.helpInformation();
    expect(text).toContain('Uso: tarrafa report [opções] <pasta>');
    expect(text).toContain('Argumentos:');
    expect(text).toContain('porta (padrão: 8730)');
    expect(text).not.toMatch(/Usage|Options|Commands|Arguments|default|display|output the/);
    expect(program('pt-PT', []).commands[0]!.helpInformation()).toContain('(por omissão: 8730)');
    expect(program('en', []).commands[0]!.helpInformation()).toContain(
      'Usage: tarrafa report [options] <folder>',
    );
  });
});

describe('the values of options and arguments', () => {
  it('are called in Portuguese what they are, those of every command', async () => {
    const names = new Set<string>();
    const collect = (command: Command): void => {
      for (const { flags } of command.options) for (const [, name] of flags.matchAll(VALUE)) names.add(name!);
      for (const argument of command.registeredArguments) names.add(argument.name());
      command.commands.forEach(collect);
    };
    collect(await wholeProgram('pt-BR'));
    expect(names.size).toBeGreaterThan(50);
    // What has a digit is an example: `<10GB>`.
    const untold = [...names].filter(
      (name) => !/\d/.test(name) && !SAME_IN_ALL.includes(name) && valueName(name, 'pt-BR') === name,
    );
    expect(untold).toEqual([]);
    expect(['file', 'crawl', 'port'].map((name) => valueName(name, 'pt-PT'))).toEqual([
      'ficheiro',
      'recolha',
      'porto',
    ]);
  });
});

describe('a mistake', () => {
  it.each([
    [['report', '--out', 'y'], 'Erro: falta o argumento <pasta>'],
    [['report', 'x'], 'Erro: falta a opção obrigatória --out <arquivo>'],
    [['report', 'x', '--out'], 'Erro: a opção --out <arquivo> precisa de um valor'],
    [
      ['report', 'x', '--out', 'y', '--port', 'z'],
      'Erro: o valor "z" não serve para --port <n>: dê um número',
    ],
    [['report', '--out', 'y', '--fruta'], 'Erro: não existe a opção --fruta'],
    [['report', 'x', 'y', '--out', 'z'], 'Erro: há argumentos demais'],
  ])('is told in Portuguese, with where to read on: %j', async (words, said) => {
    expect(await mistake('pt-BR', ...words)).toBe(`${said}\nVeja: tarrafa report --help\n`);
  });

  it('in the name of a command is told with the one that was meant', async () => {
    expect(await mistake('pt-PT', 'reprot')).toBe(
      'Erro: não existe o comando reprot\n(Seria report?)\nVeja: tarrafa --help\n',
    );
    expect(await mistake('en', 'reprot')).toBe(
      "Error: unknown command 'reprot'\n(Did you mean report?)\nSee: tarrafa --help\n",
    );
  });
});
