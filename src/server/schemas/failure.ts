/** The one form of every error. */
import { Type } from 'typebox';
import { ERROR_CODES } from '../../errors.ts';
import { record } from './shapes.ts';

export const Failure = record('Failure', {
  error: Type.Object({
    code: Type.Enum([...ERROR_CODES]),
    message: Type.String(),
    advice: Type.String(),
    status: Type.Integer(),
  }),
  present: Type.Optional(Type.Unknown({ description: 'of TRF_KEPT_STALE: what there is now' })),
});
