// How SWC compiles the product, as tsc would, for what runs it without a build. The product is ES modules; SWC compiles it to
// CommonJS, because @nestjs/throttler is CommonJS and asks for Nest with `require`, which Jest's own ES modules refuse.
export const swcOptions = (tsx) => ({
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true, tsx },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
      react: { runtime: 'automatic', importSource: 'preact' },
    },
    keepClassNames: true,
  },
  module: { type: 'commonjs', ignoreDynamic: false },
});
