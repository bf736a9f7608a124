import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Gazetteer, homeOfHost, loadGazetteer } from './index.ts';

let gazetteer: Gazetteer;
beforeAll(async () => {
  gazetteer = await loadGazetteer({ towns: false });
});

const home = (host: string): string | null => {
  const row = homeOfHost(gazetteer, host);
  if (row < 0) return null;
  const { name, state, country } = gazetteer.place(row);
  return `${name} ${country === 'BR' ? state : country}`;
};

describe('the place that a site is of', () => {
  it('is the town that a public body of Brazil has in its address, in its state', () => {
    expect(home('www.sobral.ce.gov.br')).toBe('Sobral CE');
    expect(home('transparencia.camarabonito.ms.leg.br')).toBe('Bonito MS');
    expect(home('bonito.pe.gov.br')).toBe('Bonito PE');
    expect(home('www.camaramunicipaldeitu.sp.gov.br')).toBeNull();
    expect(home('www.prefeituradeararas.sp.gov.br')).toBe('Araras SP');
  });

  it('is the concelho or the freguesia of a council of Portugal', () => {
    expect(home('www.cm-vnfamalicao.pt')).toBeNull();
    expect(home('www.cm-lisboa.pt')).toBe('Lisboa PT');
    expect(home('cm-viana-castelo.pt')).toBeNull();
    expect(home('jf-cabacos.pt')).toBe('Cabaços PT');
  });

  it('is none of an address that names no body, or one of several towns', () => {
    for (const host of [
      'www.natal.com.br',
      'gazetadecaxias.com.br',
      'camarabonito.com.br',
      'cm.pt',
      'localhost',
      '',
    ])
      expect(home(host), host).toBeNull();
  });

  it('is read of any host', () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.string()), (host) => {
        const row = homeOfHost(gazetteer, host);
        expect(row).toBeGreaterThanOrEqual(-1);
        expect(row).toBeLessThan(gazetteer.size);
      }),
    );
  });
});
