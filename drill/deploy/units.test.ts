import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const UNITS = join(import.meta.dirname, '../../deploy/systemd')

test.each(['shop@.service', 'shop-backup.service'])(
  '%s sees no history of the clone and reaches no link-local address',
  async (name) => {
    const lines = (await readFile(join(UNITS, name), 'utf8')).split('\n')
    const [folder] = lines.flatMap((line) => /^WorkingDirectory=(.+)$/.exec(line)?.[1] ?? [])
    expect(lines).toContain(`InaccessiblePaths=-${folder}/.git`)
    expect(lines).toContain('IPAddressDeny=link-local multicast')
  },
)
