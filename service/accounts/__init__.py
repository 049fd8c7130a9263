"""Ways into an account: sessions by device, passkeys and links by e-mail."""
