/** A cause that prevents the start; its message tells the operator what to do. */
export class StartRefusal extends Error {
  override name = 'StartRefusal'
}
