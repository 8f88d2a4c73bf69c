<?php

namespace App\Providers;

use Illuminate\Foundation\Support\Providers\RouteServiceProvider as ServiceProvider;
use Illuminate\Support\Facades\Route;

class RouteServiceProvider extends ServiceProvider
{
    public function boot(): void
    {
        $this->routes(function (): void {
            Route::middleware('web')->group(base_path('routes/web.php'));
            Route::get('/strict', function () { // a page with a strict policy
                $companion = config('tsena.companion_url');
                $policy = "default-src 'none'; script-src 'nonce-r4nd'; connect-src $companion; form-action $companion; img-src data:";
                return response(view('strict', ['nonce' => 'r4nd']))->header('Content-Security-Policy', $policy);
            });
        });
    }
}
