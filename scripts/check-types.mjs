// The types of the project, and that every `!` is one that the compiler needs: one that it does not need hides nothing today and will
// hide a mistake tomorrow. One program serves both looks, and writes the libraries when there is nothing to say.
import { writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const host = {
  ...ts.sys,
  getCanonicalFileName: (name) => name,
  getNewLine: () => '\n',
  onUnRecoverableConfigFileDiagnostic: (problem) => {
    throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'));
  },
};
const { fileNames } = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.json'), {}, host);
const libraries = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.build.json'), {}, host);
const program = ts.createProgram(fileNames, libraries.options);
const problems = ts.getPreEmitDiagnostics(program);
process.stdout.write(ts.formatDiagnostics(problems, host));

const checker = program.getTypeChecker();
const MAYBE_NOTHING =
  ts.TypeFlags.Undefined |
  ts.TypeFlags.Null |
  ts.TypeFlags.Void |
  ts.TypeFlags.Any |
  ts.TypeFlags.Unknown |
  ts.TypeFlags.TypeParameter |
  ts.TypeFlags.IndexedAccess |
  ts.TypeFlags.Conditional;

function isNeeded(expression) {
  const type = checker.getTypeAtLocation(expression);
  return (type.isUnion() ? type.types : [type]).some((part) => (part.flags & MAYBE_NOTHING) !== 0);
}

let idle = 0;
for (const file of program.getSourceFiles()) {
  if (file.isDeclarationFile || file.fileName.includes('/node_modules/')) continue;
  const look = (node) => {
    if (ts.isNonNullExpression(node) && !isNeeded(node.expression)) {
      const { line } = file.getLineAndCharacterOfPosition(node.end);
      process.stdout.write(
        `${relative(root, file.fileName)}:${line + 1}: a ! that is not needed: ${node.getText()}\n`,
      );
      idle++;
    }
    ts.forEachChild(node, look);
  };
  look(file);
}
process.exitCode = problems.length + idle === 0 ? 0 : 1;
if (process.exitCode === 0) {
  for (const name of libraries.fileNames) program.emit(program.getSourceFile(name));
  writeFileSync(join(root, 'dist/.libraries'), '');
}
