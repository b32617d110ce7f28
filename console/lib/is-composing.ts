/** Whether a key belongs to an input method, as the Enter that ends a composition. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229
}
