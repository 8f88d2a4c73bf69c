<?php

return ['driver' => 'array', 'cookie' => 'shop_session', 'path' => '/', 'domain' => null, 'secure' => false, 'http_only' => true, 'same_site' => 'lax', 'lifetime' => 120, 'lottery' => [0, 100], 'encrypt' => false, 'expire_on_close' => false];
