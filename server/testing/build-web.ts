import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Builds the web unless its build is up to date: some tests need the documents that the server renders from it. */
export async function buildWeb(): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/build.ts'])
}
