import { describe, expect, it } from 'vitest';
import { identifyingAttribute } from './identifying-attribute.ts';

describe('entity identifiers', () => {
  it('are the attribute that is unique on a site and shared between sites', () => {
    const column = (attribute: string, values: string[]) => ({
      attribute,
      values: values.map((value, i) => ({ page: `p${i}`, value })),
    });
    const sites = [
      [
        column('name', ['Ana', 'Bia', 'Caio']),
        column('team', ['Reds', 'Reds', 'Blues']),
        column('row', ['1', '2', '3']),
      ],
      [
        column('name', ['Bia', 'Ana', 'Davi']),
        column('team', ['Reds', 'Blues', 'Blues']),
        column('row', ['7', '8', '9']),
      ],
    ];
    expect(identifyingAttribute(sites)).toBe('name');
    expect(identifyingAttribute([[column('team', ['Reds', 'Reds', 'Reds'])]])).toBeNull();
  });
});
