/** Test partners: their play money and their products. Owns no table. */
export { openSandbox } from './open-sandbox.ts'
export { TEST_PRODUCTS, type TestProduct } from './test-products.ts'
