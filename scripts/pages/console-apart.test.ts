import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorkFolder, removeFolder } from '#harness/database-server.ts'
import { consoleApi } from '#contract/console/all-console-calls.ts'
import { findConsoleScripts } from './console-apart.ts'

test('a script of the shop that makes a call of the console is named, others are not', async () => {
  const folder = await createWorkFolder()
  try {
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'before-paint.js'), 'fetch("/api/account/profile")')
    await writeFile(join(folder, 'assets/page.css'), consoleApi.orders.listConsoleOrders.path)
    expect(await findConsoleScripts(folder)).toEqual([])
    const script = `call({path:"${consoleApi.figures.readFigures.path}"})`
    await writeFile(join(folder, 'assets/main.js'), script)
    expect(await findConsoleScripts(folder)).toEqual([
      '/assets/main.js is for customers and calls the console',
    ])
  } finally {
    await removeFolder(folder)
  }
})
