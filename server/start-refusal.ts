/** Stands in the way of a start; its message says so and what to do, to whoever started it. */
export class StartRefusal extends Error {
  override name = 'StartRefusal'
}
