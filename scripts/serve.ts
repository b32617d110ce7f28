import { endWithParent } from './end-with-parent.ts'

endWithParent()
await import('../server/main.ts')
