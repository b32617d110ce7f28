/** The name of a call as the SDK has it: `refunds.create`, `payment_intents.confirm`, `charges.list`. */
export function operationOf(method: 'GET' | 'POST', path: string): string {
  const [resource = '', action = ''] = path.replace(/^\/v1\//, '').split(/\/:id\/?/)
  const isOne = path.includes('/:id')
  const usual = method === 'GET' ? (isOne ? 'retrieve' : 'list') : isOne ? 'update' : 'create'
  return `${resource.replaceAll('/', '.')}.${action || usual}`
}
