import { expect, test } from 'vitest'
import { platformCommand } from './run-program.ts'

const REPORT = '--outputFile.json=C:\\张 三\\shop\\.cache\\vitest.json'

test('a checkout in a folder with a space is no obstacle on Windows', () => {
  // node itself needs no shell, wherever it lies
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
})

test('elsewhere no shell reads what a program is given', () => {
  expect(platformCommand('vitest', ['run', REPORT], 'linux')).toEqual([
    'vitest',
    ['run', REPORT],
    false,
  ])
})
