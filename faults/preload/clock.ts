// Imported before the app: shifts the clock of the app, but not of the database and the provider.
const offsetMs = Number(process.env['FAULTS_CLOCK_MS'])
const RightDate = Date

class WrongDate extends RightDate {
  constructor(...given: [] | ConstructorParameters<DateConstructor>) {
    if (given.length === 0) super(RightDate.now() + offsetMs)
    else super(...given)
  }

  static override now(): number {
    return RightDate.now() + offsetMs
  }
}

Reflect.set(globalThis, 'Date', WrongDate)
