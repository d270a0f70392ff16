/** A certificate of localhost that signs itself. */

/** Made for tests, for localhost alone and for a hundred years; it guards nothing. */
export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgBfNi3IDbwHmOj3Fi
RsZn9ttFfls75XtBY0GR9yAGwkahRANCAARzQ9SxyMZZJVaaMIXS5oWjklX1P9tH
XRHiYLoajjHJfKs0At31TmDv3l2UUZ/MiXh7nL3eCloP4ym5yIj4AQw9
-----END PRIVATE KEY-----`;
/** The certificate of that key. */
export const cert = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUIamclRhtMn2TBFxmyUJBaUbvVj4wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTE2MTgzMVoYDzIxMjYxMDI4
MTYxODMxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARzQ9SxyMZZJVaaMIXS5oWjklX1P9tHXRHiYLoajjHJfKs0At31TmDv
3l2UUZ/MiXh7nL3eCloP4ym5yIj4AQw9o2kwZzAdBgNVHQ4EFgQU+xM6EehZin0h
zv+BimRL0aC/SsEwHwYDVR0jBBgwFoAU+xM6EehZin0hzv+BimRL0aC/SsEwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIhAPNPS80+mOzC/ZPxU59qvZYkma0nnZ+qYHNmL6SOFUAaAiAF+6+lj8hT
DQSK0LdEmCbnDkB30gTyFqShlQ3sqQEgjw==
-----END CERTIFICATE-----`;
