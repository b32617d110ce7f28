import { deriveKey as deriveByPbkdf2 } from 'altcha-lib/algorithms/web/pbkdf2'
import { deriveKey as deriveBySha } from 'altcha-lib/algorithms/web/sha'
import { handler } from 'altcha-lib/workers/shared'

// The package's own workers cannot be used: they derive with Node's crypto.
handler({
  deriveKey: (parameters, salt, password) => {
    const derive = parameters.algorithm.startsWith('PBKDF2/') ? deriveByPbkdf2 : deriveBySha
    return derive(parameters, salt, password)
  },
})
