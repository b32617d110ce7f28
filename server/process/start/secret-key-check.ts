import type { Config } from '../../config.ts'
import type { Query } from '../../db/sql.ts'
import { secretMark } from '../../secret-mark.ts'
import { StartRefusal } from '../../start-refusal.ts'
import { claimSecretMark } from './secret-key-mark.store.ts'

/** Throws StartRefusal when the key is not the one that the database knows; a new database stores the first key. */
export async function checkSecretKey(sql: Query, { secretKey }: Config): Promise<void> {
  const mark = secretMark(secretKey)
  if ((await claimSecretMark(sql, mark)) !== mark) {
    throw new StartRefusal(
      'SECRET_KEY 与这个数据库一直使用的不同，启动后所有人的密码都会失效：请换回原来的 SECRET_KEY（没有设置时它在 DATA_DIR/secrets/secret-key）；确实要换，先运行 npm run operator -- secret-key accept',
    )
  }
}
