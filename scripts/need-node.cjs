// Where no Node comes with the packages, as on macOS, the machine's own runs. Written for old versions (and
// loaded by --require, since they have no --import), so that they print this sentence and no error of theirs.
var NEEDED = 24

if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  process.stderr.write(
    '需要 Node ' +
      NEEDED +
      ' 或更新的版本，这里是 ' +
      process.versions.node +
      '：请从 https://nodejs.org 安装后，再运行 npm ci 和刚才的命令\n',
  )
  process.exit(1)
}

// as server/code-cache.js, before the first file of TypeScript is read
require('node:module').enableCompileCache(
  require('node:path').join(__dirname, '../node_modules/.cache/code'),
)
