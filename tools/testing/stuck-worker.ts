import { CONVERSIONS } from '../conversions/all-conversions.ts'

// the thread of conversions, in which tables never end
CONVERSIONS.table = async () => {
  for (;;);
}
await import('../conversions/worker.ts')
