import { expect, test } from 'vitest'
import { localFile, MACHINES } from './local-file.ts'

test('the file of another machine has its name and address, and still names all three', async () => {
  const text = await localFile('etcd/etcd.default', [], MACHINES[1])
  expect(text).toContain('ETCD_NAME=db2\n')
  expect(text).toContain('ETCD_LISTEN_CLIENT_URLS=http://10.0.0.12:2379\n')
  for (const { name, address } of MACHINES) expect(text).toContain(`${name}=http://${address}:2380`)
})

test('a change of what a file does not hold is refused', async () => {
  expect(
    await localFile('patroni/patroni.yml', [['max_wal_size: 4GB', 'max_wal_size: 1GB']]),
  ).toContain('max_wal_size: 1GB\n')
  await expect(localFile('patroni/patroni.yml', [['no such text', '']])).rejects.toThrow(
    'deploy/patroni/patroni.yml does not hold no such text',
  )
})
