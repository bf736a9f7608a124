/** Loaded before the command (`node --import test/network-folder.mjs …`): every folder lies on NFS, by what the system says. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const real = fs.statfsSync;
fs.statfsSync = (...args) => Object.assign(real(...args), { type: 0x6969 });
syncBuiltinESMExports();
