/** Test partners: their play money, and the products that they are sold. Owns no table. */
export { openSandbox } from './open-sandbox.ts'
export { TEST_PRODUCTS, type TestProduct } from './test-products.ts'
