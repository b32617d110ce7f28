// Where no Node comes with the packages, as on macOS, the machine's own has to do. In JavaScript that
// an old one can read, so that it says this and not what it finds wrong with the first file of TypeScript.
const NEEDED = 24

if (Number(process.versions.node.split('.', 1)[0]) < NEEDED) {
  process.stderr.write(
    `需要 Node ${NEEDED} 或更新的版本，这里是 ${process.versions.node}：请从 https://nodejs.org 安装后再试\n`,
  )
  process.exit(1)
}
