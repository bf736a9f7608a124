/** How a crawl is called by what was asked of it: its policy and its scope, which the command line has short names for. */
import { inLanguages } from './in-languages.ts';
import type { Language } from './language.ts';

const CRAWL_NAME_WORDS = inLanguages(
  {
    policies: {
      horizontal: 'coleta horizontal',
      'horizontal-compat': 'coleta horizontal, como em 2017',
      'breadth-first': 'coleta em largura',
      priority: 'coleta por prioridade',
      import: 'importação',
    },
    scopes: {
      seeds: 'sites das sementes',
      any: 'qualquer site',
      br: 'sites do Brasil',
      pt: 'sites de Portugal',
      lusofonia: 'sites da lusofonia',
    },
  },
  {
    policies: {
      horizontal: 'recolha horizontal',
      'horizontal-compat': 'recolha horizontal, como em 2017',
      'breadth-first': 'recolha em largura',
      priority: 'recolha por prioridade',
    },
    scopes: {
      seeds: 'sítios das sementes',
      any: 'qualquer sítio',
      br: 'sítios do Brasil',
      pt: 'sítios de Portugal',
      lusofonia: 'sítios da lusofonia',
    },
  },
  {
    policies: {
      horizontal: 'horizontal crawl',
      'horizontal-compat': 'horizontal crawl, as in 2017',
      'breadth-first': 'breadth-first crawl',
      priority: 'crawl by priority',
      import: 'import',
    },
    scopes: {
      seeds: 'sites of the seeds',
      any: 'any site',
      br: 'sites of Brazil',
      pt: 'sites of Portugal',
      lusofonia: 'sites of the Portuguese-speaking countries',
    },
  },
);

function named(names: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(names, name) ? names[name]! : name;
}

export function policyName(policy: string, language: Language): string {
  return named(CRAWL_NAME_WORDS[language].policies, policy);
}

/** A scope in words; a list of domains is itself. */
export function scopeName(scope: string, language: Language): string {
  return named(CRAWL_NAME_WORDS[language].scopes, scope);
}
