import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, joinedWord, partedWord, spellingOf } from './index.ts';

const key = (word: string): string => spellingOf(fold(word));

describe('one spelling', () => {
  it.each(
    (
      'acção ação, reacções reações, accionar acionar, transacção transação, colecção coleção, direcção direção, secção seção, infecção infeção, ' +
      'acto ato, actual atual, actividade atividade, exacto exato, tractor trator, fractura fratura, factor fator, factura fatura, ' +
      'facto fato, contacto contato, táctica tática, director diretor, rectângulo retângulo, projecto projeto, objectivo objetivo, arquitecto arquiteto, ' +
      'electrónico eletrônico, colectivo coletivo, insecto inseto, sector setor, aspecto aspeto, espectáculo espetáculo, nocturno noturno, Victor Vítor, ' +
      'carácter caráter, óptimo ótimo, óptica ótica, baptismo batismo, Egipto Egito, adoptar adotar, excepto exceto, excepção exceção, recepção receção, ' +
      'ruptura rutura, peremptório perentório, sumptuoso suntuoso, assumpção assunção, amnistia anistia, indemnização indenização, subtil sutil, ' +
      'húmido úmido, registro registo, registrar registar, planejamento planeamento, quotidiano cotidiano, idéia ideia, lingüística linguística, vôo voo'
    ).split(', '),
  )('%s', (pair) => {
    const [one, other] = pair.split(' ') as [string, string];
    expect(key(one)).toBe(key(other));
  });

  it.each(
    (
      'pacto pato, apto ato, rapto rato, captar catar, bactéria bateria, cacto cato, facção facão, adepto adeto, optar otar, séptico sético, ' +
      'lactente latente, helicóptero helicótero'
    ).split(', '),
  )('keeps apart %s', (pair) => {
    const [one, other] = pair.split(' ') as [string, string];
    expect(key(one)).not.toBe(key(other));
  });

  it('leaves what has no other spelling as it is, and never makes a word longer', () => {
    for (const word of ['enchente', 'casa', '1941', 'accent', 'x', '']) expect(spellingOf(word)).toBe(word);
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(spellingOf(text).length).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it('joins and parts what the agreement joins and parts', () => {
    expect(partedWord('infraestrutura')).toEqual(['infra', 'estrutura']);
    expect(partedWord('antissemita')).toEqual(['anti', 'semita']);
    expect(partedWord('antirracismo')).toEqual(['anti', 'racismo']);
    expect(partedWord('casa')).toBeNull();
    expect(partedWord('anti')).toBeNull();
    expect(joinedWord('infra', 'estrutura')).toBe('infraestrutura');
    expect(joinedWord('anti', 'semita')).toBe('antissemita');
    expect(joinedWord('casa', 'branca')).toBeNull();
  });
});
