/**
 * The pages of the manual (`man tarrafa`), made from the help of the commands so that they cannot lag behind it. That of npm is in English,
 * because npm knows one language only; the others lie in folders named as `man -L` names them.
 */

import { VERSION } from '../src/app/version.ts';
import { wholeProgram } from '../src/cli/commands.ts';
import { allBelow, type ToldCommand, toldCommand } from '../src/cli/completion/told-commands.ts';
import { EXIT } from '../src/errors.ts';
import type { Language } from '../src/words/index.ts';

export const MANUAL_PAGES: readonly (readonly [file: string, language: Language])[] = [
  ['man/tarrafa.1', 'en'],
  ['man/pt_BR/tarrafa.1', 'pt-BR'],
  ['man/pt_PT/tarrafa.1', 'pt-PT'],
];

interface ManualWords {
  readonly manual: string;
  readonly name: string;
  readonly synopsis: string;
  readonly description: string;
  readonly options: string;
  readonly commands: string;
  readonly output: string;
  readonly outputText: string;
  readonly environment: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly exit: string;
  readonly codes: Readonly<Record<keyof typeof EXIT, string>>;
}

const ENGLISH: ManualWords = {
  manual: 'Tarrafa manual',
  name: 'NAME',
  synopsis: 'SYNOPSIS',
  description: 'DESCRIPTION',
  options: 'OPTIONS',
  commands: 'COMMANDS',
  output: 'OUTPUT',
  outputText:
    'A table on a terminal, JSON Lines in a pipe or a file; --json forces lines. Numbers in tables are written as the language writes them, in JSON and CSV never.',
  environment: 'ENVIRONMENT',
  variables: {
    TARRAFA_LANG: 'language of messages; without it, that of the system',
    TARRAFA_OUTPUT: 'table or json: the form of what is printed, whoever reads it',
    TARRAFA_CONTACT: 'how sites can reach who collects them',
    NO_COLOR: 'no colours',
  },
  exit: 'EXIT STATUS',
  codes: {
    ok: 'done',
    failure: 'failed',
    usage: 'the command line, the configuration or an input is wrong',
    busy: 'somebody else is at it, or a port is taken',
    storage: 'the disk is full, or cannot be written to',
    damaged: 'what is on the disk is damaged beyond what is mended by itself',
    interrupted: 'interrupted; the same command goes on',
  },
};

const BRAZILIAN: ManualWords = {
  manual: 'Manual da Tarrafa',
  name: 'NOME',
  synopsis: 'SINOPSE',
  description: 'DESCRIÇÃO',
  options: 'OPÇÕES',
  commands: 'COMANDOS',
  output: 'SAÍDA',
  outputText:
    'Uma tabela no terminal, linhas JSON em um pipe ou arquivo; --json força as linhas. Nas tabelas os números se escrevem como na língua; em JSON e CSV, nunca.',
  environment: 'AMBIENTE',
  variables: {
    TARRAFA_LANG: 'língua das mensagens; sem ela, a do sistema',
    TARRAFA_OUTPUT: 'table ou json: a forma do que se escreve, quem quer que leia',
    TARRAFA_CONTACT: 'como os sites alcançam quem os coleta',
    NO_COLOR: 'sem cores',
  },
  exit: 'CÓDIGO DE SAÍDA',
  codes: {
    ok: 'feito',
    failure: 'falhou',
    usage: 'a linha de comando, a configuração ou uma entrada está errada',
    busy: 'outro já está nisso, ou a porta está ocupada',
    storage: 'o disco está cheio, ou não se pode escrever nele',
    damaged: 'o que há no disco está danificado além do que se conserta sozinho',
    interrupted: 'interrompido; o mesmo comando continua',
  },
};

const WORDS: Readonly<Record<Language, ManualWords>> = {
  en: ENGLISH,
  'pt-BR': BRAZILIAN,
  'pt-PT': {
    ...BRAZILIAN,
    outputText:
      'Uma tabela no terminal, linhas JSON num pipe ou ficheiro; --json força as linhas. Nas tabelas os números escrevem-se como na língua; em JSON e CSV, nunca.',
    variables: {
      ...BRAZILIAN.variables,
      TARRAFA_OUTPUT: 'table ou json: a forma do que se escreve, seja quem for que leia',
      TARRAFA_CONTACT: 'como os sítios alcançam quem os recolhe',
    },
    codes: { ...BRAZILIAN.codes, busy: 'outro já está nisso, ou o porto está ocupado' },
  },
};

/** A text in which nothing is a request of roff. */
function plain(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replaceAll(/\s+/g, ' ')
    .replace(/^(?=[.'])/, '\\&');
}

const section = (title: string): string => `.SH "${plain(title)}"`;

function item(term: string, about: string): string[] {
  return ['.TP', `.B ${plain(term)}`, about === '' ? '\\&' : plain(about)];
}

function commandPart({ path, usage, about, arguments: places, options }: ToldCommand): string[] {
  return [
    `.SS "${plain(path.join(' '))}"`,
    `.B ${plain(usage)}`,
    '.PP',
    plain(about),
    ...places.flatMap((place) => item(`<${place.term}>`, place.about)),
    ...options.flatMap((option) => item(option.flags, option.about)),
  ];
}

export async function manualPage(language: Language): Promise<string> {
  const m = WORDS[language];
  const program = toldCommand(await wholeProgram(language));
  const [, ...commands] = allBelow(program);
  return `${[
    '.\\" -*- coding: utf-8 -*-',
    '.\\" Written by: npm run docs',
    `.TH TARRAFA 1 "" "Tarrafa ${VERSION}" "${plain(m.manual)}"`,
    section(m.name),
    `tarrafa \\- ${plain(program.about.replace(/\.$/, ''))}`,
    section(m.synopsis),
    `.B ${plain(program.usage)}`,
    section(m.description),
    plain(program.about),
    section(m.options),
    ...program.options.flatMap((option) => item(option.flags, option.about)),
    section(m.output),
    plain(m.outputText),
    section(m.commands),
    ...commands.flatMap(commandPart),
    section(m.environment),
    ...Object.entries(m.variables).flatMap(([variable, what]) => item(variable, what)),
    section(m.exit),
    ...Object.entries(EXIT).flatMap(([code, number]) =>
      item(String(number), m.codes[code as keyof typeof EXIT]),
    ),
  ].join('\n')}\n`;
}
