import { startEmbeddedDatabase } from '../../db/embedded.ts'

/** A process that owns an embedded database until it is told to stop, or is killed. */
const database = await startEmbeddedDatabase({ dataDir: process.argv[2] ?? '', isDurable: false })
process.once('message', () => {
  void database.stop().then(() => process.disconnect())
})
process.send?.('ready')
