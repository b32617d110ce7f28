import { expect, test } from 'vitest'
import { platformCommand } from './run-program.ts'

const REPORT = '--outputFile.json=C:\\张 三\\shop\\.cache\\vitest.json'

test('arguments with spaces stay whole on Windows; other systems start programs without a shell', () => {
  // node itself needs no shell, whatever its path
  const node = process.execPath
  expect(platformCommand(node, ['scripts/build.ts'], 'win32')).toEqual([
    node,
    ['scripts/build.ts'],
    false,
  ])
  expect(platformCommand('vitest', ['run', REPORT], 'win32')).toEqual([
    `"vitest" "run" "${REPORT}"`,
    [],
    true,
  ])
  expect(platformCommand('vitest', ['run', REPORT], 'linux')).toEqual([
    'vitest',
    ['run', REPORT],
    false,
  ])
})
