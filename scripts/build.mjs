// `npm run build`: the compiled libraries and the program.
import { build, buildLibraries, install } from './prepare.mjs';

install();
await build();
buildLibraries();
